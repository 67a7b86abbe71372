import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { GooglePurpose } from './google-auth.ts'

/** Google's own mark, in its own colours. */
const GoogleLogo = () => (
  <svg width={18} height={18} viewBox="0 0 48 48" aria-hidden focusable={false}>
    <path fill="#ea4335" d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9A24 24 0 0 0 2.6 13.2l8 6.2A14.3 14.3 0 0 1 24 9.5z" />
    <path
      fill="#4285f4"
      d="M47 24.6c0-1.6-.2-3.1-.4-4.6H24v9h12.900a11 11 0 0 1-4.800 7.200l7.700 6A23.600 23.600 0 0 0 47 24.6z"
    />
    <path fill="#fbbc05" d="M10.500 28.6a14.500 14.500 0 0 1 0-9.200l-8-6.200a24 24 0 0 0 0 21.600z" />
    <path
      fill="#34a853"
      d="M24 48c6.500 0 11.900-2.100 15.900-5.800l-7.700-6a14.400 14.400 0 0 1-21.600-7.600l-8 6.200A24 24 0 0 0 24 48z"
    />
  </svg>
)

type Props = { label: string; purpose: GooglePurpose; onFailure: (error: unknown) => void }

/** Leaves for Google, which sends the person back to our own page for it. */
export const GoogleButton = ({ label, purpose, onFailure }: Props) => {
  const [leaving, setLeaving] = useState(false)
  // Coming back by the browser's own button shows this page as it was left.
  useEffect(() => {
    const here = (): void => setLeaving(false)
    addEventListener('pageshow', here)
    return () => removeEventListener('pageshow', here)
  }, [])
  const leave = async (): Promise<void> => {
    setLeaving(true)
    try {
      const { useGoogleAuth } = await import('./google-auth.ts')
      await useGoogleAuth.getState().signIn(purpose)
    } catch (error) {
      setLeaving(false)
      onFailure(error)
    }
  }
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      leftSection={<GoogleLogo />}
      disabled={leaving}
      aria-busy={leaving}
      onClick={leave}
    >
      {label}
    </Button>
  )
}
