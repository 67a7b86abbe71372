import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FailureMessage, SuccessMessage } from '#web/ui/status-messages.tsx'
import type { InstructionMessage } from './use-instruction-message.ts'

/** Says what was done, to those who don't see it too; what can be undone can be undone from here. */
export const InstructionResultMessage = ({ messages }: { messages: InstructionMessage }) => {
  const { t } = useTranslation('maturities')
  const { message, failure, isUndoing, undo } = messages
  const change = message?.change
  return (
    <>
      <SuccessMessage>
        {message && (
          <>
            {message.text}{' '}
            {change && (
              <Button variant="subtle" size="compact-sm" disabled={isUndoing} onClick={() => void undo(change)}>
                {t('done.undo')}
              </Button>
            )}
          </>
        )}
      </SuccessMessage>
      <FailureMessage of={failure} />
    </>
  )
}
