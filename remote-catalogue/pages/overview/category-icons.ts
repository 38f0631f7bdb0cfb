import arrowRightLeftIcon from '@lucide/icons/icons/arrow-right-left'
import bookOpenIcon from '@lucide/icons/icons/book-open'
import clapperboardIcon from '@lucide/icons/icons/clapperboard'
import downloadIcon from '@lucide/icons/icons/download'
import filmIcon from '@lucide/icons/icons/film'
import frameIcon from '@lucide/icons/icons/frame'
import gamepadIcon from '@lucide/icons/icons/gamepad-2'
import imageIcon from '@lucide/icons/icons/image'
import infoIcon from '@lucide/icons/icons/info'
import layoutGridIcon from '@lucide/icons/icons/layout-grid'
import newspaperIcon from '@lucide/icons/icons/newspaper'
import paletteIcon from '@lucide/icons/icons/palette'
import searchIcon from '@lucide/icons/icons/search'
import sparklesIcon from '@lucide/icons/icons/sparkles'
import typeIcon from '@lucide/icons/icons/type'
import type { IconData } from '@portico/shared/ui/icon.tsx'

const icons = new Map<string, IconData>([
  ['icon-book', bookOpenIcon],
  ['icon-clapper', clapperboardIcon],
  ['icon-download', downloadIcon],
  ['icon-film', filmIcon],
  ['icon-frame', frameIcon],
  ['icon-gamepad', gamepadIcon],
  ['icon-image', imageIcon],
  ['icon-info', infoIcon],
  ['icon-newspaper', newspaperIcon],
  ['icon-palette', paletteIcon],
  ['icon-search', searchIcon],
  ['icon-sparkle', sparklesIcon],
  ['icon-swap', arrowRightLeftIcon],
  ['icon-type', typeIcon],
])

/** The icon for a page's icon class; a class that is not listed here gets a general one. */
export function getCategoryIcon(iconClass: string | undefined): IconData {
  return icons.get(iconClass ?? '') ?? layoutGridIcon
}
