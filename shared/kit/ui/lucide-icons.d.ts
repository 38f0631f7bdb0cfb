// The package's subpaths have no types of their own.
declare module '@lucide/icons/icons/*' {
  const icon: import('./icon.tsx').IconData
  export default icon
}
