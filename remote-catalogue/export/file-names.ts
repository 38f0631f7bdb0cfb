/** Describes the API to the server's sandbox. */
export const apiDescriptionFile = 'api-description.json'

/** Describes the API to other tools, as OpenAPI 3.1. */
export const openApiFile = 'openapi.json'

/** Describes the API to tools that import one request for each path, as OpenAPI 3.0. */
export const openApiByPathFile = 'openapi-by-path.json'

/** The requests of the API, as a Postman collection. */
export const postmanFile = 'postman.json'
