/** What a server holds: tables, views, columns, keys, indexes, routines. */
export {
  type CatalogColumn,
  type CatalogRoutine,
  type CatalogTable,
  createCatalog,
  type TableDetail,
} from "./catalog.ts";
