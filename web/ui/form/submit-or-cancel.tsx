import { Button } from '@mantine/core'
import { useTranslation } from '#web/core/use-translation.ts'
import { SubmitButton } from './submit-button.tsx'

type Props = { busy: boolean; submit: string; onCancel: () => void }

/** The two ways out of a form that can be thought better of. */
export const SubmitCancelButtons = ({ busy, submit, onCancel }: Props) => {
  const { t } = useTranslation('common')
  return (
    <>
      <SubmitButton busy={busy}>{submit}</SubmitButton>
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </>
  )
}
