import { Button } from '@mantine/core'
import { useTranslation } from '#web/core/use-translation.ts'
import { useKeyBindings } from './list/use-key-bindings.ts'
import { FailureMessage, SuccessMessage } from './status-messages.tsx'
import type { ResultMessages } from './use-result-message.ts'

/** Says what was done, to those who don't see it too; what can be undone can be undone from here, also by the key z. */
export const ResultMessage = ({ messages }: { messages: ResultMessages }) => {
  const { t } = useTranslation('common')
  const { message, isNewest, failure, isUndoing, undo } = messages
  useKeyBindings({ ...(undo && isNewest && !isUndoing && { z: undo }) })
  return (
    <>
      <SuccessMessage>
        {message && (
          <>
            {message.text}{' '}
            {undo && (
              <Button
                variant="subtle"
                size="compact-sm"
                title={isNewest ? `${t('undo')}  z` : undefined}
                disabled={isUndoing}
                onClick={undo}
              >
                {t('undo')}
              </Button>
            )}
          </>
        )}
      </SuccessMessage>
      <FailureMessage of={failure} />
    </>
  )
}
