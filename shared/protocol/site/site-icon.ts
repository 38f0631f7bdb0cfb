/** The background of the site's icon: the light accent colour, which is visible on light and dark tabs. */
export const siteIconColor = '#2346d3'

/** The site's icon. The build makes every other icon from it. */
export const siteIconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${siteIconColor}"/><path fill="#fff" d="M8 25V15a8 8 0 0 1 16 0v10h-4.5V15a3.5 3.5 0 0 0-7 0v10z"/></svg>`

/** The icons that a release of the shell contains, with the folder: name and side in pixels. */
export const siteIcons = {
  /** For browsers, crawlers and feed readers that look at the root of a site: 16, 32 and 48 pixels in one file. */
  favicon: { file: 'icons/favicon.ico', size: 48 },
  /** For home screens of iOS, which rounds the corners. */
  touch: { file: 'icons/apple-touch-icon.png', size: 180 },
  small: { file: 'icons/icon-192.png', size: 192 },
  large: { file: 'icons/icon-512.png', size: 512 },
  /** For home screens of Android, which cut it to any shape inside the middle 80 %. */
  maskable: { file: 'icons/icon-maskable-512.png', size: 512 },
} as const
