import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { listInfoFormDifferences } from '#contract/info-forms/fields.ts'
import { type ClientInfoForm, type InfoFormVersion, printInfoForm } from '#contract/info-forms.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { InfoFormBadge } from '#web/domain/client-badges.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import layoutClasses from '#web/ui/layout.module.css'
import classes from './info-forms.module.css'
import { useInfoFormTexts } from './use-info-form-texts.ts'

type Step = readonly [at: string, text: string]

/** What happened to a version, in the order in which it did. */
const useVersionSteps = () => {
  const { t } = useTranslation('info-forms')
  return ({ createdAt, createdByName, completedAt, completedByName, requests }: InfoFormVersion): Step[] => {
    const steps: (Step | false | null)[] = [[createdAt, t('history.begun', { name: createdByName ?? '–' })]]
    for (const one of requests) {
      const { sentAt, sentByName, recipient, viewedAt, answeredAt, reviewedAt, reviewedByName, accepted } = one
      steps.push(
        [sentAt, t('history.sent', { name: sentByName ?? '–', recipient })],
        viewedAt !== null && [viewedAt, t('history.viewed')],
        answeredAt !== null && [answeredAt, t('history.answered')],
        reviewedAt !== null && [
          reviewedAt,
          t('history.reviewed', { name: reviewedByName ?? '–', count: accepted?.length ?? 0 }),
        ],
        one.endedAt !== null && [one.endedAt, t('history.ended')],
      )
    }
    if (completedAt) steps.push([completedAt, t('history.completed', { name: completedByName ?? '–' })])
    return steps
      .filter((step): step is Step => Array.isArray(step))
      .sort(([one], [other]) => Date.parse(one) - Date.parse(other))
  }
}

type ItemProps = { form: ClientInfoForm; version: InfoFormVersion; number: number; before: InfoFormVersion | undefined }

/** One version: its steps, and what it says otherwise than the one before. */
const VersionItem = ({ form, version, number, before }: ItemProps) => {
  const { t } = useTranslation('info-forms')
  const format = useFormatters()
  const { getLabel, formatValue } = useInfoFormTexts(form.kind)
  const mayPrint = usePermission('bt_Clientes', 'export')
  const listSteps = useVersionSteps()
  const params = { clientId: form.clientId, formId: version.id }
  const changed = before ? listInfoFormDifferences(before.content, version.content) : []
  const sameText = before ? t('history.same') : t('history.first')
  return (
    <li className={classes.version}>
      <div className={layoutClasses.line}>
        <strong>{t('history.version', { number })}</strong>
        <InfoFormBadge status={version.state} />
        <span className={classes.muted}>{format.date(version.stateOn)}</span>
        {mayPrint && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={14} aria-hidden />}
            aria-label={t('printNamed', { number })}
            onClick={() => startExport(printInfoForm, { params }, `${t('title')} ${number}.pdf`)}
          >
            PDF
          </Button>
        )}
      </div>
      {listSteps(version).map(([at, text]) => (
        <span key={`${at} ${text}`} className={classes.muted}>
          {format.dateTime(at)} · {text}
        </span>
      ))}
      {changed.length === 0 ? (
        <span className={classes.muted}>{sameText}</span>
      ) : (
        <ul className={classes.changes} aria-label={t('history.changes')}>
          {changed.map((field) => (
            <li key={field}>
              {t('history.change', {
                field: getLabel(field),
                before: formatValue(field, before?.content[field] ?? null),
                now: formatValue(field, version.content[field]),
              })}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** The versions of the form, the newest first. */
export const InfoFormHistory = ({ form }: { form: ClientInfoForm }) => {
  const { t } = useTranslation('info-forms')
  const { versions } = form
  if (versions.length === 0) return null
  return (
    <details>
      <summary className={classes.summary}>{t('history.show', { count: versions.length })}</summary>
      <ul className={classes.versions}>
        {versions.map((version, at) => (
          <VersionItem
            key={version.id}
            form={form}
            version={version}
            number={versions.length - at}
            before={versions[at + 1]}
          />
        ))}
      </ul>
    </details>
  )
}
