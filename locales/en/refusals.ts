import { refusals } from './written/refusals.ts'

export default {
  codes: {
    ...refusals,
    'cvl.readOnly': 'In another person’s view you can only look. Return to your own to make changes.',
    'cvl.notYours': 'You have no access to the view of that CVL.',
    lastAdministrator: 'This is the only person who administers permissions. There has to be another one first.',
    'client.blocked': 'The client is blocked.',
    'client.documents': 'Client documents are missing or have expired.',
    'client.lopd': 'The client has not signed the data protection consent.',
    'client.guardianMissing': 'The client is a minor without a guardian.',
    'client.pepUnapproved': 'The client has yet to be approved as a politically exposed person.',
    'client.reviewOverdue': 'The review of the client is overdue.',
    'file.tooLarge': 'The file is too large: {{megabytes}} MB at most.',
    'file.unsupported': 'File type not supported. Choose a JPEG, PNG, WebP or GIF image.',
    'file.pdfBroken': 'The PDF is damaged or incomplete. Save it again and upload it.',
    'file.pdfEncrypted': 'The PDF is password-protected. Remove the protection and upload it again.',
    'file.pdfActive':
      'The PDF contains scripts, forms that send data, or other files. Print it as a PDF and upload that copy.',
    'file.notAnImage': 'The file is not a valid image. Choose another one.',
    'file.pictureTooLarge': 'The image is too large. Reduce it to 16 megapixels at most and upload it again.',
    'file.tooComplex': 'The file is too complex. Split or simplify it.',
    'file.busy': 'The server is processing many files. Try again in a few seconds.',
    'file.unavailable': 'This installation cannot read images. Tell support.',
    'file.damaged': 'The file is missing or damaged. Upload it again, or tell support.',
    'export.nothing': 'There is no document to prepare.',
    'export.running': 'Another file of yours is being prepared. Wait until it is ready, or cancel it.',
    'account.notActive': 'This account is not active.',
    'account.overdrawn': 'Insufficient balance on the account.',
    'account.matured': 'This account has matured: it takes no contributions.',
    'ledger.monthClosed': 'That month is already closed.',
    'idempotency.differentBody':
      'This operation was already sent with other data. Close the form and check the movements before repeating it.',
    'conflict.changed': 'Someone else has changed these data. Reload them before you continue.',
    'bulk.tooMany': 'You have chosen more records than one action accepts: filter the list further.',
    'prefix.notYours': 'Your user has no access in that country.',
  },
}
