export default {
  loading: 'Opening the link',
  title: 'Your consent',
  foot: 'Secure page of {{firm}}',
  invalid: {
    title: 'This link is not valid',
    text: 'It has expired, a newer one was sent, or the address is incomplete. Look for our latest message, or ask your manager for another link.',
  },
  used: {
    title: 'You have already answered',
    text: 'We received your answer on {{date}}. We sent you a copy by e-mail, and this link cannot be used again.',
  },
  failed: { title: 'The link could not be opened', retry: 'Try again' },
  consent: {
    title: '{{firm}} asks for your consent',
    lead: 'Read each text and choose. We will then send a code to {{email}} to confirm it.',
    until: 'You can answer until {{date}}.',
    signer: {
      client: 'You sign as: {{name}}',
      representative: 'You sign as: {{name}}, representative of {{onBehalfOf}}',
      guardian: 'You sign as: {{name}}, guardian of {{onBehalfOf}}',
    },
    version: 'Version {{version}}',
    sign: 'I sign',
    refuse: 'I do not consent',
    choice: 'Your answer: {{title}}',
    missing: 'Choose an answer.',
    gate: 'Without this consent we cannot accept new money or open accounts for you.',
    next: 'Continue',
    changed: 'The text was updated while you were reading. Please read it again before answering.',
  },
  code: {
    title: 'Confirm with a code',
    lead: 'We have sent a six-digit code to {{email}}. It is valid for {{minutes}} minutes.',
    label: 'Code',
    confirmAnswer: 'Sign and send',
    again: 'Send another code',
    againIn: 'You can ask for another code in {{seconds}} s',
    sent: 'Code sent.',
    back: 'Back',
    empty: 'Enter the six digits of the code.',
    wrong_one: 'The code is not correct. You have {{count}} attempt left.',
    wrong_other: 'The code is not correct. You have {{count}} attempts left.',
    expired: 'That code is no longer valid. Ask for another.',
  },
  summary: { title: 'You are about to send', signed: 'You sign', refused: 'You do not consent' },
  answered: {
    title: 'Thank you, we have received your answer',
    text: 'We are sending a PDF copy to {{email}}. You can close this page.',
  },
  form: {
    title: '{{firm}} would like to know you better',
    lead: 'Answer what you like: what you leave empty changes nothing. Then we will send a code to {{email}} to confirm it.',
    companyLead:
      'Answer what you like about the company: what you leave empty changes nothing. Then we will send a code to {{email}} to confirm it.',
    until: 'You can answer until {{date}}.',
    next: 'Continue',
    choose: 'Choose',
    amount: 'Write an amount, for example 1,250.00.',
    count: 'Write a whole number, from 0 to {{max}}.',
    empty: 'Answer at least one question.',
    summary: 'You are about to send',
    confirm: 'Send my answers',
    doneTitle: 'Thank you, we have received your answers',
    doneText: 'Your manager will review them. You can close this page now.',
    usedText:
      'We received your answers on {{date}}, and this link cannot be used again. If something has changed, tell your manager.',
  },
  withdrawal: {
    title: 'Withdraw your consent',
    codeFirst: 'To show you what you have signed, we send a code to {{email}}.',
    sendCode: 'Send me the code',
    see: 'See what I have signed',
    lead: 'Choose what you want to withdraw. It takes effect from then on; what came before remains valid.',
    signedOn: 'Signed on {{date}}',
    choose: 'What you want to withdraw',
    none: 'Choose at least one.',
    read: 'Read the text',
    confirm: 'Withdraw my consent',
    done: 'You have withdrawn your consent',
    doneText: 'We confirm it by e-mail to {{email}}. You can close this page.',
    nothing: 'There is no signed consent',
    nothingText: 'It was withdrawn or no longer counts. There is nothing else to do.',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    clientMail_sent: 'E-mail sent to the client',
    clientMail_failed: 'An e-mail to the client could not be sent',
  },
  jobs: {
    clientMail_send: 'Sending of links and documents to clients',
  },
  personalTables: {
    public_link: 'Links sent',
    client_mail: 'E-mails sent',
  },
  auditFields: {
    template: 'Kind of e-mail',
  },
}
