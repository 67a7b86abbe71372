import { Anchor, Checkbox } from '@mantine/core'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { findClientDuplicates } from '#contract/client-data.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './client-data.module.css'
import type { ClientFormValues } from './client-form-values.ts'

type Props = { form: UseFormReturn<ClientFormValues>; found: ResponseBody<typeof findClientDuplicates> | undefined }

/** Says who may be the same client. Nobody else has the same document; of others somebody says that they are somebody else. */
export const DuplicateNotice = ({ form, found }: Props) => {
  const { t } = useTranslation('client-data')
  const formatCriteria = (by: readonly ('identity' | 'email' | 'phone')[]) =>
    by.map((criterion) => t(`duplicates.by.${criterion}`)).join(', ')
  const mayMerge = usePermission('bt_Clientes', 'edit')
  const { matches = [], outside = [] } = found ?? {}
  const [one, other] = matches
  const isSomebody = matches.length > 0 || outside.length > 0
  const isSameDocument = [...matches.flatMap(({ by }) => by), ...outside].includes('identity')
  return (
    <div aria-live="polite">
      {isSomebody && (
        <div className={classes.notice}>
          <strong>{t('duplicates.title')}</strong>
          {matches.length > 0 && (
            <ul className={classes.matches}>
              {matches.map(({ id, fullName, cvl, managerName, by }) => (
                <li key={id}>
                  <Anchor
                    href={`/clientes/${id}`}
                    target="_blank"
                    rel="noopener"
                    aria-label={t('duplicates.open', { name: fullName })}
                  >
                    {fullName}
                  </Anchor>{' '}
                  · {cvl} · {managerName ?? t('duplicates.noManager')} · {formatCriteria(by)}
                </li>
              ))}
            </ul>
          )}
          {mayMerge && one && other && (
            <Anchor href={`/clientes/${one.id}/fusionar/${other.id}`} target="_blank" rel="noopener">
              {t('duplicates.merge', { one: one.cvl, other: other.cvl })}
            </Anchor>
          )}
          {outside.length > 0 && <p>{t('duplicates.outside', { by: formatCriteria(outside) })}</p>}
          {isSameDocument ? (
            <p>{t('duplicates.identity')}</p>
          ) : (
            <Controller
              control={form.control}
              name="isSomebodyElse"
              render={({ field: { value, onChange, ref } }) => (
                <Checkbox
                  ref={ref}
                  label={t('duplicates.somebodyElse')}
                  checked={value}
                  onChange={(event) => onChange(event.currentTarget.checked)}
                />
              )}
            />
          )}
        </div>
      )}
    </div>
  )
}
