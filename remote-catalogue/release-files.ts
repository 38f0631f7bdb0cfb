import { readCatalogue } from './data/read-catalogue.ts'
import { describeProvider } from './exports/describe-provider.ts'
import { apiDescriptionFile, openApiFile, postmanFile } from './exports/file-names.ts'
import { openApiOf } from './exports/openapi.ts'
import { postmanOf } from './exports/postman.ts'

/** For the build: files of the release that are made of the data, text by name. */
export async function releaseFiles(): Promise<Record<string, string>> {
  const categories = await readCatalogue()
  return {
    [apiDescriptionFile]: JSON.stringify(describeProvider(categories)),
    [openApiFile]: JSON.stringify(openApiOf(categories), null, 1),
    [postmanFile]: JSON.stringify(postmanOf(categories), null, 1),
  }
}
