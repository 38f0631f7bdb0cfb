import { ownerFiles } from './owner-files.build.ts'

/** Whether the site still shows content that comes with the project. A module of its own: pages need only the answer. */
export const hasSampleContent: boolean = ownerFiles.some(({ isSample }) => isSample)
