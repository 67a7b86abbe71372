import { Textarea } from '@mantine/core'
import type { ComponentProps } from 'react'

/** Enough to say something, as the server asks for it too. */
export const reasonRules = {
  validate: (text: string): true | string => (text.trim() === '' ? 'required' : text.trim().length >= 3 || 'too_small'),
}

/** Why something is done, in a person's own words. */
export const ReasonField = (props: ComponentProps<typeof Textarea>) => <Textarea rows={2} maxLength={500} {...props} />
