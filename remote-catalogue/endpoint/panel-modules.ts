import { createLazyModule, type LazyModule } from '../ui/lazy-module.ts'

/** The preview in the details. */
export const previewModule: LazyModule<typeof import('../preview/preview.tsx')> = createLazyModule(
  () => import(/* webpackChunkName: "preview" */ '../preview/preview.tsx'),
)

/** The try-it panel in the details. */
export const tryItModule: LazyModule<typeof import('../try-it/try-it.tsx')> = createLazyModule(
  () => import(/* webpackChunkName: "try-it" */ '../try-it/try-it.tsx'),
)
