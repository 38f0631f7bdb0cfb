import { useState } from 'react'
import { hasGallery } from '../../../data/preview-kind.ts'
import type { Category } from '../../../data/schema.ts'
import { createDisplayPreference, useStoredChoice } from '../../../model/stored-choice.ts'
import type { ChangeView, View } from '../../../model/view.ts'
import { ToggleButton } from '../../../ui/toggle-button.tsx'
import { LazyGallery } from './lazy-gallery.tsx'

/** Whether a category shows its entries at a glance above the table, as the visitor last chose on this device. */
const storedView = createDisplayPreference<'samples' | 'table'>(
  'catalogue-view',
  ['samples', 'table'],
  'samples',
)

interface GalleryOptions {
  readonly category: Category
  readonly view: View
  readonly change: ChangeView
  /** False while the visitor searches: then only results are shown. */
  readonly isAvailable: boolean
}

/** The gallery above a category's table, and the button that leaves only the table. */
export type GalleryState = ReturnType<typeof useGallery>

/** Entries open where they are clicked; by URL they open in the table. */
export function useGallery({ category, view, change, isAvailable }: GalleryOptions) {
  const [shown, setShown] = useStoredChoice(storedView)
  const [clickedId, setClickedId] = useState<string | null>(null)
  const close = () => setClickedId(null)
  if (!isAvailable || !hasGallery(category))
    return { element: null, toggle: null, hasOpenEntry: false, close }
  const isShown = shown === 'samples'
  const openId = isShown && view.openId === clickedId ? clickedId : null
  const setOpenId = (id: string | null) => {
    setClickedId(id)
    change({ openId: id })
  }
  return {
    element: isShown && <LazyGallery category={category} openId={openId} setOpenId={setOpenId} />,
    toggle: (
      <ToggleButton aria-pressed={!isShown} onClick={() => setShown(isShown ? 'table' : 'samples')}>
        Table only
      </ToggleButton>
    ),
    /** True: the open entry is open in the gallery, not in the table. */
    hasOpenEntry: openId !== null,
    /** Called when an entry is opened or closed in the table. */
    close,
  }
}
