import { Link } from 'react-router'
import type { KycDocument } from '#contract/client-kyc.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type BadgeStyle, stateStyles } from '#web/domain/state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { FactGrid, type LabelledFact } from '#web/ui/fact-grid.tsx'
import classes from './client-kyc.module.css'

const stateBadges: Record<KycDocument['state'], BadgeStyle> = {
  pending: stateStyles.waiting,
  verified: stateStyles.checked,
  approved: stateStyles.approved,
  rejected: stateStyles.rejected,
  superseded: stateStyles.none,
}

/** Where one version stands. */
export const DocumentStateBadge = ({ state }: Pick<KycDocument, 'state'>) => {
  const { t } = useTranslation('client-kyc')
  const [tone, icon] = stateBadges[state]
  return <StatusBadge tone={tone} icon={icon} label={t(`states.${state}`)} />
}

/** What the document is called, with its country where it isn't said by its kind. */
export const useDocumentName = () => {
  const { t } = useTranslation(['client-kyc', 'client-data'])
  const countryName = useCountryName()
  return ({ subject, identityKind, issuingCountry, proofKind }: KycDocument): string => {
    if (subject === 'address') return proofKind ? t(`client-kyc:proofKinds.${proofKind}`) : ''
    if (!identityKind) return ''
    const name = t(`client-data:documents.${identityKind}`)
    return identityKind === 'passport' && issuingCountry ? `${name} · ${countryName(issuingCountry)}` : name
  }
}

/** What one version says, and who did what to it. */
export const DocumentFacts = ({ document }: { document: KycDocument }) => {
  const { t } = useTranslation('client-kyc')
  const format = useFormatters()
  const nameOf = useDocumentName()
  const maySeeApprovals = usePermission('bt_Aprobaciones', 'view')
  const by = (name: string | null, at: string | null) =>
    at && [name ?? t('somebody'), format.dateTime(at)].filter(Boolean).join(' · ')
  const { subject, state, identityNumber, permanent, validUntil, issuedOn, approvalId, rejectReason } = document
  const facts: LabelledFact[] = [
    [t('fields.document'), nameOf(document)],
    ...(subject === 'identity'
      ? ([
          [t('fields.identityNumber'), identityNumber],
          [t('fields.validUntil'), permanent ? t('permanent') : format.date(validUntil)],
        ] as const)
      : ([[t('fields.issuedOn'), format.date(issuedOn)]] as const)),
    [t('fields.uploaded'), by(document.uploadedByName, document.uploadedAt)],
    ...(document.checkedAt ? [[t('fields.checked'), by(document.checkedByName, document.checkedAt)] as const] : []),
    ...(document.decidedAt ? [[t('fields.decided'), by(document.decidedByName, document.decidedAt)] as const] : []),
    ...(approvalId && maySeeApprovals && state !== 'superseded'
      ? [
          [
            t('fields.approval'),
            <Link key={approvalId} to={`/crm/Aprobaciones/${approvalId}`}>
              {t('openApproval')}
            </Link>,
          ] as const,
        ]
      : []),
  ]
  return (
    <>
      <div>
        <DocumentStateBadge state={state} />
      </div>
      <FactGrid facts={facts} />
      {rejectReason && (
        <p className={classes.reason}>
          <strong>{t('fields.rejectReason')}:</strong> {rejectReason}
        </p>
      )}
    </>
  )
}
