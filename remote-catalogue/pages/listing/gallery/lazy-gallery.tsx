import type { ReactNode } from 'react'
import { createLazyModule, type LazyModule, useLazyModule } from '../../../ui/lazy-module.ts'
import type { GalleryProps } from './gallery.tsx'
import styles from './lazy-gallery.module.css'

/** The gallery, without the code that draws its samples. */
export const galleryModule: LazyModule<typeof import('./gallery.tsx')> = createLazyModule(
  () => import(/* webpackChunkName: "gallery" */ './gallery.tsx'),
)

/** The entries of a category at a glance. If its code fails to load, only the table is shown. */
export function LazyGallery(props: GalleryProps): ReactNode {
  const gallery = useLazyModule(galleryModule)
  if (gallery.status === 'loaded') return <gallery.module.Gallery {...props} />
  // The table moves down only outside the viewport.
  return gallery.status === 'loading' ? <div className={styles.place} /> : null
}
