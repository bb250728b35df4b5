/** Webmail pages of well-known domains. */
const webmails: Readonly<Record<string, string>> = {
  '126.com': 'https://mail.126.com/',
  '139.com': 'https://mail.10086.cn/',
  '163.com': 'https://mail.163.com/',
  '189.cn': 'https://webmail30.189.cn/',
  'aliyun.com': 'https://mail.aliyun.com/',
  'bol.com.br': 'https://email.bol.uol.com.br/',
  'foxmail.com': 'https://mail.qq.com/',
  'gmail.com': 'https://mail.google.com/',
  'hotmail.com': 'https://outlook.live.com/mail/',
  'icloud.com': 'https://www.icloud.com/mail',
  'live.com': 'https://outlook.live.com/mail/',
  'msn.com': 'https://outlook.live.com/mail/',
  'outlook.com': 'https://outlook.live.com/mail/',
  'qq.com': 'https://mail.qq.com/',
  'sina.cn': 'https://mail.sina.com.cn/',
  'sina.com': 'https://mail.sina.com.cn/',
  'sohu.com': 'https://mail.sohu.com/',
  'uol.com.br': 'https://email.uol.com.br/',
  'yahoo.com': 'https://mail.yahoo.com/',
  'yahoo.com.br': 'https://mail.yahoo.com/',
  'yeah.net': 'https://mail.yeah.net/',
}

/** Returns where to read the mail of an address: its provider's page if known, else a `mailto:` link for the local mail program. */
export function webmailOf(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return webmails[domain] ?? `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
