import type { ProjectCover } from '@portico/kit/content/content.ts'

/** The owner's own cover, 6 × 6 cells in the site's accent colour. It belongs to the design, so it is the same on every site. */
export const ownerCover: ProjectCover = {
  hue: 0,
  strong:
    'M20 0h20a20 20 0 0 1-20 20zM46 10a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM20 40h-20a20 20 0 0 1 20-20zM40 30a10 10 0 1 0 20 0a10 10 0 1 0-20 0zM20 40h20a20 20 0 0 1-20 20zM60 50a10 10 0 0 0 20 0zM0 70a10 10 0 0 0 20 0zM40 60v20a20 20 0 0 1-20-20zM80 80h-20a20 20 0 0 1 20-20zM100 100h-20a20 20 0 0 1 20-20zM40 110a10 10 0 0 0 20 0z',
  medium:
    'M20 0v20a20 20 0 0 1-20-20zM106 10a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM0 60v-20a20 20 0 0 1 20 20zM80 60v-20a20 20 0 0 1 20 20zM6 90a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM60 80v20a20 20 0 0 1-20-20zM60 80h20a20 20 0 0 1-20 20zM100 90a10 10 0 0 1 20 0zM66 110a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM100 100v20a20 20 0 0 1-20-20z',
  light:
    'M80 10a10 10 0 0 0 20 0zM20 20h20a20 20 0 0 1-20 20zM80 30a10 10 0 0 1 20 0zM120 40v20a20 20 0 0 1-20-20zM40 60h20a20 20 0 0 1-20 20zM80 70a10 10 0 0 1 20 0zM100 70a10 10 0 0 0 20 0zM20 90a10 10 0 0 0 20 0zM0 100h20a20 20 0 0 1-20 20zM20 120v-20a20 20 0 0 1 20 20zM100 110a10 10 0 0 1 20 0z',
}
