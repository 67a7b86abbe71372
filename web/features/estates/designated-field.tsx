import { NativeSelect } from '@mantine/core'
import type { Estate } from '#contract/estates.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'

export type DesignatedBeneficiary = Estate['designated'][number]

/** Those who were designated and are no recipients yet. */
const listProposed = ({ designated, recipients }: Estate): DesignatedBeneficiary[] =>
  designated.filter(
    ({ clientId }) =>
      clientId === null || !recipients.some((one) => one.clientId === clientId && one.role !== 'co_holder'),
  )

type Props = {
  estate: Estate
  value: string
  onPick: (beneficiary: DesignatedBeneficiary | undefined) => void
}

/** Beneficiaries whom the deceased had designated, to be taken over into the form. Nothing where there are none. */
export const DesignatedField = ({ estate, value, onPick }: Props) => {
  const { t } = useTranslation('estates')
  const format = useFormatters()
  const optional = useOptionalLabel()
  const proposed = listProposed(estate)
  if (proposed.length === 0) return null
  const options = proposed.map(({ id, clientId, name, relationship, share, accountNumber }) => {
    const facts = { name, relationship, share: format.rate(share), account: accountNumber }
    return {
      value: id,
      label: t(clientId === null ? 'heirs.designatedNoClient' : 'heirs.designatedOption', facts),
      disabled: clientId === null,
    }
  })
  return (
    <NativeSelect
      label={optional(t('heirs.designated'))}
      description={t('heirs.designatedHint')}
      data={[{ value: '', label: t('heirs.noDesignated') }, ...options]}
      value={value}
      onChange={(event) => onPick(proposed.find(({ id }) => id === event.currentTarget.value))}
    />
  )
}
