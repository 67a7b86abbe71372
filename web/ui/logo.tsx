/** The firm's watchtower. Decoration: the name stands beside it. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable={false}>
    <rect width="32" height="32" rx="7" fill="var(--mantine-primary-color-filled)" />
    <path d="M9 6h3v3h2.5V6h3v3H20V6h3v7H9z M11 15h10l2 11h-5.5v-5.5a1.5 1.5 0 0 0-3 0V26H9z" fill="#fff" />
  </svg>
)
