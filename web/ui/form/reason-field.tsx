import { Textarea } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useOptionalLabel } from './use-optional-label.ts'

/** Enough to say something, as the server asks for it too. */
export const reasonRules = {
  validate: (text: string): true | string => (text.trim() === '' ? 'required' : text.trim().length >= 3 || 'too_small'),
}

type Props = Omit<ComponentProps<typeof Textarea>, 'label'> & { label?: string; isOptional?: boolean }

/** Why something is done, in a person's own words. */
export const ReasonField = ({ label, isOptional = false, ...props }: Props) => {
  const optional = useOptionalLabel()
  return <Textarea rows={2} maxLength={500} {...props} label={label && isOptional ? optional(label) : label} />
}
