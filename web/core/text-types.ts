// Written by `npm run check -- --write`: every file of Spanish texts, whose keys are the keys that compile.
import type accessTexts from '#locales/es/access.ts'
import type accountBeneficiariesTexts from '#locales/es/account-beneficiaries.ts'
import type accountSignatureTexts from '#locales/es/account-signature.ts'
import type accountingTexts from '#locales/es/accounting.ts'
import type activityModelsTexts from '#locales/es/activity-models.ts'
import type agendaSearchTexts from '#locales/es/agenda-search.ts'
import type approvalsTexts from '#locales/es/approvals.ts'
import type attributionTexts from '#locales/es/attribution.ts'
import type auditTexts from '#locales/es/audit.ts'
import type authTexts from '#locales/es/auth.ts'
import type bankTexts from '#locales/es/bank.ts'
import type bulkTexts from '#locales/es/bulk.ts'
import type callsTexts from '#locales/es/calls.ts'
import type cancellationsTexts from '#locales/es/cancellations.ts'
import type changesTexts from '#locales/es/changes.ts'
import type chartTexts from '#locales/es/chart.ts'
import type clientTexts from '#locales/es/client.ts'
import type clientBankAccountsTexts from '#locales/es/client-bank-accounts.ts'
import type clientBlocksTexts from '#locales/es/client-blocks.ts'
import type clientDataTexts from '#locales/es/client-data.ts'
import type clientDocumentsTexts from '#locales/es/client-documents.ts'
import type clientErasuresTexts from '#locales/es/client-erasures.ts'
import type clientKycTexts from '#locales/es/client-kyc.ts'
import type clientMailTexts from '#locales/es/client-mail.ts'
import type clientMergeTexts from '#locales/es/client-merge.ts'
import type clientRelationsTexts from '#locales/es/client-relations.ts'
import type clientReportsTexts from '#locales/es/client-reports.ts'
import type clientsTexts from '#locales/es/clients.ts'
import type commonTexts from '#locales/es/common.ts'
import type consentDocumentTexts from '#locales/es/consent-document.ts'
import type consentsTexts from '#locales/es/consents.ts'
import type contactsTexts from '#locales/es/contacts.ts'
import type contributionsTexts from '#locales/es/contributions.ts'
import type dayMailTexts from '#locales/es/day-mail.ts'
import type entriesTexts from '#locales/es/entries.ts'
import type errorsTexts from '#locales/es/errors.ts'
import type estatesTexts from '#locales/es/estates.ts'
import type eventTexts from '#locales/es/event.ts'
import type externalPositionsTexts from '#locales/es/external-positions.ts'
import type figuresTexts from '#locales/es/figures.ts'
import type firmPanelTexts from '#locales/es/firm-panel.ts'
import type followUpsTexts from '#locales/es/follow-ups.ts'
import type formTexts from '#locales/es/form.ts'
import type goalsTexts from '#locales/es/goals.ts'
import type googleCalendarTexts from '#locales/es/google-calendar.ts'
import type handoversTexts from '#locales/es/handovers.ts'
import type importReadingTexts from '#locales/es/import-reading.ts'
import type importStepsTexts from '#locales/es/import-steps.ts'
import type importsTexts from '#locales/es/imports.ts'
import type incomeDashboardTexts from '#locales/es/income-dashboard.ts'
import type infoFormFieldsTexts from '#locales/es/info-form-fields.ts'
import type infoFormsTexts from '#locales/es/info-forms.ts'
import type interestTexts from '#locales/es/interest.ts'
import type journalsTexts from '#locales/es/journals.ts'
import type keysTexts from '#locales/es/keys.ts'
import type layoutTexts from '#locales/es/layout.ts'
import type ledgersTexts from '#locales/es/ledgers.ts'
import type lettersTexts from '#locales/es/letters.ts'
import type limitsTexts from '#locales/es/limits.ts'
import type listTexts from '#locales/es/list.ts'
import type listViewsTexts from '#locales/es/list-views.ts'
import type mailTexts from '#locales/es/mail.ts'
import type maturitiesTexts from '#locales/es/maturities.ts'
import type meetingMailTexts from '#locales/es/meeting-mail.ts'
import type meetingsTexts from '#locales/es/meetings.ts'
import type myDayTexts from '#locales/es/my-day.ts'
import type noticesTexts from '#locales/es/notices.ts'
import type notificationsTexts from '#locales/es/notifications.ts'
import type openingsTexts from '#locales/es/openings.ts'
import type paletteTexts from '#locales/es/palette.ts'
import type paymentBatchesTexts from '#locales/es/payment-batches.ts'
import type paymentsTexts from '#locales/es/payments.ts'
import type peopleDashboardTexts from '#locales/es/people-dashboard.ts'
import type permissionsTexts from '#locales/es/permissions.ts'
import type personalAreaTexts from '#locales/es/personal-area.ts'
import type personalDataTexts from '#locales/es/personal-data.ts'
import type picturesTexts from '#locales/es/pictures.ts'
import type placeFiguresTexts from '#locales/es/place-figures.ts'
import type presenceTexts from '#locales/es/presence.ts'
import type presentationsTexts from '#locales/es/presentations.ts'
import type productFiguresTexts from '#locales/es/product-figures.ts'
import type productStudiesTexts from '#locales/es/product-studies.ts'
import type productsTexts from '#locales/es/products.ts'
import type profitabilityTexts from '#locales/es/profitability.ts'
import type publicTexts from '#locales/es/public.ts'
import type publicLinksTexts from '#locales/es/public-links.ts'
import type recordsTexts from '#locales/es/records.ts'
import type referenceTexts from '#locales/es/reference.ts'
import type refusalsTexts from '#locales/es/refusals.ts'
import type reportsTexts from '#locales/es/reports.ts'
import type reviewsTexts from '#locales/es/reviews.ts'
import type runsTexts from '#locales/es/runs.ts'
import type secondFactorTexts from '#locales/es/second-factor.ts'
import type sessionTexts from '#locales/es/session.ts'
import type settingsTexts from '#locales/es/settings.ts'
import type shellTexts from '#locales/es/shell.ts'
import type staffTexts from '#locales/es/staff.ts'
import type summariesTexts from '#locales/es/summaries.ts'
import type summaryMailTexts from '#locales/es/summary-mail.ts'
import type taxesTexts from '#locales/es/taxes.ts'
import type teamTexts from '#locales/es/team.ts'
import type teamStudyTexts from '#locales/es/team-study.ts'
import type timelineTexts from '#locales/es/timeline.ts'
import type tourTexts from '#locales/es/tour.ts'
import type viewTexts from '#locales/es/view.ts'
import type withholdingTexts from '#locales/es/withholding.ts'

export type TextFiles = {
  access: typeof accessTexts
  'account-beneficiaries': typeof accountBeneficiariesTexts
  'account-signature': typeof accountSignatureTexts
  accounting: typeof accountingTexts
  'activity-models': typeof activityModelsTexts
  'agenda-search': typeof agendaSearchTexts
  approvals: typeof approvalsTexts
  attribution: typeof attributionTexts
  audit: typeof auditTexts
  auth: typeof authTexts
  bank: typeof bankTexts
  bulk: typeof bulkTexts
  calls: typeof callsTexts
  cancellations: typeof cancellationsTexts
  changes: typeof changesTexts
  chart: typeof chartTexts
  client: typeof clientTexts
  'client-bank-accounts': typeof clientBankAccountsTexts
  'client-blocks': typeof clientBlocksTexts
  'client-data': typeof clientDataTexts
  'client-documents': typeof clientDocumentsTexts
  'client-erasures': typeof clientErasuresTexts
  'client-kyc': typeof clientKycTexts
  'client-mail': typeof clientMailTexts
  'client-merge': typeof clientMergeTexts
  'client-relations': typeof clientRelationsTexts
  'client-reports': typeof clientReportsTexts
  clients: typeof clientsTexts
  common: typeof commonTexts
  'consent-document': typeof consentDocumentTexts
  consents: typeof consentsTexts
  contacts: typeof contactsTexts
  contributions: typeof contributionsTexts
  'day-mail': typeof dayMailTexts
  entries: typeof entriesTexts
  errors: typeof errorsTexts
  estates: typeof estatesTexts
  event: typeof eventTexts
  'external-positions': typeof externalPositionsTexts
  figures: typeof figuresTexts
  'firm-panel': typeof firmPanelTexts
  'follow-ups': typeof followUpsTexts
  form: typeof formTexts
  goals: typeof goalsTexts
  'google-calendar': typeof googleCalendarTexts
  handovers: typeof handoversTexts
  'import-reading': typeof importReadingTexts
  'import-steps': typeof importStepsTexts
  imports: typeof importsTexts
  'income-dashboard': typeof incomeDashboardTexts
  'info-form-fields': typeof infoFormFieldsTexts
  'info-forms': typeof infoFormsTexts
  interest: typeof interestTexts
  journals: typeof journalsTexts
  keys: typeof keysTexts
  layout: typeof layoutTexts
  ledgers: typeof ledgersTexts
  letters: typeof lettersTexts
  limits: typeof limitsTexts
  list: typeof listTexts
  'list-views': typeof listViewsTexts
  mail: typeof mailTexts
  maturities: typeof maturitiesTexts
  'meeting-mail': typeof meetingMailTexts
  meetings: typeof meetingsTexts
  'my-day': typeof myDayTexts
  notices: typeof noticesTexts
  notifications: typeof notificationsTexts
  openings: typeof openingsTexts
  palette: typeof paletteTexts
  'payment-batches': typeof paymentBatchesTexts
  payments: typeof paymentsTexts
  'people-dashboard': typeof peopleDashboardTexts
  permissions: typeof permissionsTexts
  'personal-area': typeof personalAreaTexts
  'personal-data': typeof personalDataTexts
  pictures: typeof picturesTexts
  'place-figures': typeof placeFiguresTexts
  presence: typeof presenceTexts
  presentations: typeof presentationsTexts
  'product-figures': typeof productFiguresTexts
  'product-studies': typeof productStudiesTexts
  products: typeof productsTexts
  profitability: typeof profitabilityTexts
  public: typeof publicTexts
  'public-links': typeof publicLinksTexts
  records: typeof recordsTexts
  reference: typeof referenceTexts
  refusals: typeof refusalsTexts
  reports: typeof reportsTexts
  reviews: typeof reviewsTexts
  runs: typeof runsTexts
  'second-factor': typeof secondFactorTexts
  session: typeof sessionTexts
  settings: typeof settingsTexts
  shell: typeof shellTexts
  staff: typeof staffTexts
  summaries: typeof summariesTexts
  'summary-mail': typeof summaryMailTexts
  taxes: typeof taxesTexts
  team: typeof teamTexts
  'team-study': typeof teamStudyTexts
  timeline: typeof timelineTexts
  tour: typeof tourTexts
  view: typeof viewTexts
  withholding: typeof withholdingTexts
}
