import { Button, type ButtonProps } from '@mantine/core'

type Props = Omit<ButtonProps, 'disabled' | 'loading' | 'type'> & {
  /** It is being sent. */
  busy?: boolean
  onClick?: () => void
}

/**
 * What sends a form. Never dead because something is missing: pressed, it says what, and the first wrong field gets the focus. While it is
 * sent it rests.
 */
export const SubmitButton = ({ busy = false, ...props }: Props) => (
  <Button {...props} type="submit" disabled={busy} aria-busy={busy} />
)
