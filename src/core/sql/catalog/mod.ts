/** What a server holds: tables, views, columns, keys, indexes, routines. */
export { type CatalogRoutine, type CatalogTable, createCatalog, type TableDetail } from "./catalog.ts";
