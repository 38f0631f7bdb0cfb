import type { Locator, Page } from '@playwright/test'

/** What opens and closes the row with this name. */
export function rowToggle(part: Page | Locator, name: string): Locator {
  return part.locator('summary[data-entry]').and(part.getByText(name, { exact: true }))
}

/** The rows with their names that are open. */
export function openRows(part: Page | Locator): Locator {
  return part.locator('details[name=entry][open]')
}
