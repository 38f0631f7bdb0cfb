import type { IconData } from '@portico/kit/ui/icon.tsx'
import { categories } from '../../data/categories.build.ts'

/** The icon of each category, by its path. */
export const categoryIcons: Readonly<Record<string, IconData>> = Object.fromEntries(
  await Promise.all(categories.map(async ({ path, icon, file }) => [path, await loadIcon(icon, file)])),
)

async function loadIcon(name: string, file: string): Promise<IconData> {
  try {
    const { default: icon }: typeof import('@lucide/icons/icons/circle') = await import(
      `@lucide/icons/icons/${name}`
    )
    return { node: icon.node }
  } catch (cause) {
    throw new Error(`data/categories/${file}.json: icon: Lucide has no icon "${name}".`, { cause })
  }
}
