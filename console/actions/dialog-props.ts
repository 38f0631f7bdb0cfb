import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'

/** Props of the dialog of an action. */
export interface DialogProps {
  /** As it is now; it may change while the dialog is open. */
  readonly app: OverviewApp
  readonly onClose: () => void
}
