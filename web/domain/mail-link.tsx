/** An e-mail to write to. Where it takes more than a line, the next begins with its domain or with the ending of that. */
export const MailLink = ({ email }: { email: string }) => {
  const at = email.lastIndexOf('@')
  const ending = Math.max(email.lastIndexOf('.'), at)
  return (
    <a href={`mailto:${email}`} translate="no">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at, ending)}
      <wbr />
      {email.slice(ending)}
    </a>
  )
}
