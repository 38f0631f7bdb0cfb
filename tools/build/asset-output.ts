import { getFontFileName } from './basic-font.ts'

/** Where builds put files that are no code. Prerendering names them as well, so it has the same settings. */
export const assetOutput = {
  folders: { svg: 'media', font: 'media', image: 'media', media: 'media', wasm: 'media', assets: 'media' },
  filenames: { font: getFontFileName },
  /** The site's policy allows `data:` URLs for images alone. */
  dataUriLimit: { font: 0, media: 0, assets: 0 },
} as const
