export { OverviewPage as Component } from './overview-page.tsx'
