import type { GetMetadata } from '@portico/shared/release/page-metadata.ts'
import { content as projects } from '../../content/projects.content.ts'
import { getProjectMetadata } from './project-metadata.ts'

export const getMetadata: GetMetadata = (context) => getProjectMetadata(projects, context)
