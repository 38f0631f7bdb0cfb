export { ApiPage as Component } from '../../api/api-page.tsx'
