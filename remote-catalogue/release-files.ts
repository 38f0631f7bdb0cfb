import { describeApi } from './export/describe-api.ts'
import { apiDescriptionFile, openApiByPathFile, openApiFile, postmanFile } from './export/file-names.ts'
import { toOpenApi } from './export/openapi.ts'
import { toOpenApiByPath } from './export/openapi-by-path.ts'
import { toPostman } from './export/postman.ts'
import { readCatalogue } from './validation/read-catalogue.ts'

/** Used by the build: generated release files, text by file name. */
export async function createReleaseFiles(): Promise<Record<string, string>> {
  const categories = await readCatalogue()
  return {
    [apiDescriptionFile]: JSON.stringify(describeApi(categories)),
    [openApiFile]: JSON.stringify(toOpenApi(categories), null, 1),
    [openApiByPathFile]: JSON.stringify(toOpenApiByPath(categories), null, 1),
    [postmanFile]: JSON.stringify(toPostman(categories), null, 1),
  }
}
