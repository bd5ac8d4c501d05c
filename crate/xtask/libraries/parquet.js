export { parquetMetadataAsync, parquetRead } from "hyparquet";
export { compressors } from "hyparquet-compressors";
