import { createLazyModule, type LazyModule } from '../ui/lazy-module.ts'

/** Draws illustrations. Not in the file of the gallery or of the previews: the page works before anything is drawn. */
export const drawingModule: LazyModule<typeof import('./draw-illustration.ts')> = createLazyModule(
  () => import(/* webpackChunkName: "drawing" */ './draw-illustration.ts'),
)
