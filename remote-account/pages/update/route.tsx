export { UpdatePage as Component } from './update-page.tsx'
