import { createLazyModule, type LazyModule } from '../../../ui/lazy-module.ts'

/** The samples of text styles in the gallery. If they fail to load, it has only links. */
export const lettersModule: LazyModule<typeof import('./letters-tile.tsx')> = createLazyModule(
  () => import(/* webpackChunkName: "letters" */ './letters-tile.tsx'),
)
