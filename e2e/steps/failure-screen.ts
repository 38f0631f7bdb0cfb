import { expect, type Page } from '@playwright/test'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import type { FailureReason } from '../faults/fault.ts'
import type { Part, Target } from '../faults/target.ts'
import { createVisitor } from './visitor.ts'

/** The failure screen of a page whose remote failed to load. */
export function getFailureScreen(page: Page, { remote, team, title, files }: Target) {
  const main = page.getByRole('main')
  const notice = main.getByRole('alert').filter({ hasText: 'The interactive part of this page' })
  const visitor = createVisitor(page)
  return {
    /** Expects it to name the remote, its owner and the cause, and to offer a way out. */
    async isShown({ predicate, detail = '' }: FailureReason) {
      await expect(visitor.heading()).toHaveText('Chunk load error')
      await expect(main).toContainText(`Owner: ${team}. The rest of the site still works.`)
      await expect(main).toContainText(`${remote}@`)
      await expect(main).toContainText(`This page ${predicate}`)
      await expect(main).toContainText(detail)
      await expect(main.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
      await expect(page).toHaveTitle(`${title} | Ada Example`)
    },
    /** Expects the HTML of a prerendered page to stay, with a notice that names the owner and the cause, and Retry. */
    async leavesPageReadable({ predicate }: Pick<FailureReason, 'predicate'>) {
      await expect(notice).toHaveText(
        `The interactive part of this page ${predicate} You can still read the page. Owner: ${team}.Retry`,
      )
      await expect(visitor.heading()).not.toHaveText('Chunk load error')
      await expect(visitor.heading()).toBeVisible()
      await expect(page).toHaveTitle(`${title} | Ada Example`)
    },
    async isGone() {
      await expect(visitor.heading()).not.toHaveText('Chunk load error')
      await expect(notice).toHaveCount(0)
    },
    /** Returns the element that loads a part: it is attached as soon as the loader requests the part. */
    getLoadElement(part: Part, attempt: number) {
      const address = files[part].address(attempt)
      return page.locator(`script[src$="${address}"], link[rel="stylesheet"][href$="${address}"]`)
    },
    retry: () => main.getByRole('button', { name: 'Retry' }).click(),
    /** Opens a page of another remote without reloading: the rest of the site still works. */
    async canOpenAnotherRemote({ remotes }: DiscoveryDocument) {
      const failed = remotes[remote]?.stable.pages.map((page) => page.path) ?? []
      if (!failed.includes('/projects')) {
        await visitor.followsHeaderLink('Projects')
        await visitor.isAt('/projects', 'Projects')
      } else {
        await visitor.followsMenuLink('Profile', 'My Profile')
        await visitor.isAt('/profile', 'Profile')
      }
    },
  }
}
