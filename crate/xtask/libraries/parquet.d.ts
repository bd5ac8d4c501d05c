export { parquetMetadataAsync, parquetRead } from "hyparquet";
export type { ParquetReadOptions, SchemaElement } from "hyparquet";
export { compressors } from "hyparquet-compressors";
