import type { GetMetadata } from '@portico/shared/release/page-metadata.ts'
import { content as projects } from '../../content/projects.content.ts'
import { getProjectQrMetadata } from '../project/project-metadata.ts'

export const getMetadata: GetMetadata = (context) => getProjectQrMetadata(projects, context)
