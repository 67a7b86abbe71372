import type { ReactNode } from 'react'
import { Section } from '#web/ui/section.tsx'
import { FieldStack } from './field-row.tsx'

/** Fields of a long form that belong together, as a card with a heading. */
export const FieldGroup = ({
  title,
  description,
  children,
}: {
  title: string
  description?: string
  children: ReactNode
}) => (
  <Section title={title} {...(description && { description })}>
    <FieldStack>{children}</FieldStack>
  </Section>
)
