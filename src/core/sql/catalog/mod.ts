/** The catalog of a server: tables, views, columns, keys, indexes, routines. */
export {
  type CatalogColumn,
  type CatalogRoutine,
  type CatalogTable,
  createCatalog,
  type ForeignKey,
  type TableDetail,
  type TablePath,
} from "./catalog.ts";
