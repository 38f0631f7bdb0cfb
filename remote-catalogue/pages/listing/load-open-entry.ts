import { detailModule } from '../../endpoint/lazy-endpoint-detail.tsx'
import { previewModule, tryItModule } from '../../endpoint/panel-modules.ts'
import { parseView } from '../../model/view.ts'
import { variantListModule } from './variants/lazy-variant-list.tsx'

/** Longer, and the page comes first. */
const patienceMs = 1000

/**
 * Loads the code of the entry that the browser's address opens, so that a page opened at it doesn't grow while it is read. Never rejects: what
 * failed or is late is loaded by the components that show it.
 */
export async function loadOpenEntry(): Promise<void> {
  // The build has no address.
  if (typeof location === 'undefined' || parseView(new URLSearchParams(location.search)).openId === null)
    return
  const modules = [detailModule, previewModule, tryItModule, variantListModule]
  const isLate = new Promise((resolve) => setTimeout(resolve, patienceMs))
  await Promise.race([Promise.allSettled(modules.map((module) => module.load())), isLate])
}
