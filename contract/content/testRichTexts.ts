const id = '0a1b2c3d-1111-4222-8333-444455556666'

/**
 * Rich texts that use every allowed element and attribute, as stored, each with a name. The server's allow-list and the editor's schema must leave
 * them unchanged.
 * The third entry is the editor's output, if it differs.
 */
export const allowedTexts: readonly (readonly [name: string, html: string, edited?: string])[] = [
  ['words of any language', '<p>草原上的牛 &amp; 羊 — “três” عربي 𠮷 1 &lt; 2</p>'],
  ['headings and breaks', '<h2>One</h2><h3>Two</h3><h4>Three</h4><p>a<br />b</p><hr />'],
  [
    'emphasis',
    '<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <sub>e</sub><sup>f</sup> <mark>g</mark> <code>h</code> <small>i</small></p>',
  ],
  [
    'emphasis in a link and in code',
    '<p><a href="/x"><strong>a</strong><code>b</code></a> <strong><code>c</code></strong></p><pre><code>if <strong>x</strong></code></pre>',
  ],
  ['keys side by side', '<p><kbd>Ctrl</kbd><kbd>S</kbd></p>'],
  [
    'what is quoted, named, short or a time',
    '<p><q>a <q>b</q></q><q>c</q> <cite>d</cite> <abbr title="World Organisation for Animal Health">WOAH</abbr> <time datetime="2026-05-01">1 May</time></p>',
  ],
  [
    'links around and in what is quoted',
    '<p><q>a <a href="/x">b</a> c</q> <bdi>d</bdi><bdi>e</bdi> <bdo dir="rtl">f</bdo></p>',
  ],
  ['how characters are read', '<p><ruby>牧<rp>(</rp><rt>mù</rt><rp>)</rp></ruby> <strong>a</strong></p>'],
  [
    'lists in lists',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ol start="3"><li>c</li></ol>',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ol start="3"><li><p>c</p></li></ol>',
  ],
  ['a list that counts down', '<ol reversed start="3"><li><p>a</p></li></ol>'],
  ['entries that begin with a heading', '<ul><li><h3>a</h3><p>b</p></li></ul>'],
  [
    'terms and what they mean',
    '<dl><dt>a</dt><dd><p>b</p></dd><dd><ul><li><p>c</p></li></ul></dd><dt lang="en">d</dt><dd><p>e</p></dd></dl>',
  ],
  ['terms and what they mean, in short', '<dl><dt>a</dt><dd>b</dd></dl>', '<dl><dt>a</dt><dd><p>b</p></dd></dl>'],
  [
    'quotes and code',
    '<blockquote class="align-center"><p>a</p></blockquote><pre><code>if (a &lt; b) &amp;&amp; c\n  d</code></pre>',
  ],
  [
    'a table with cells that are joined',
    '<table><caption>Prices</caption><thead><tr><th colspan="2" scope="col">a</th></tr></thead><tbody><tr><td rowspan="2">b</td><td class="align-right">c</td></tr><tr><td>d</td></tr></tbody></table>',
    '<table><caption>Prices</caption><thead><tr><th colspan="2" scope="col"><p>a</p></th></tr></thead><tbody><tr><td rowspan="2"><p>b</p></td><td class="align-right"><p>c</p></td></tr><tr><td><p>d</p></td></tr></tbody></table>',
  ],
  [
    'a table with a foot, in another language',
    '<table lang="pt-BR"><caption lang="en">a <strong>b</strong><sub>c</sub></caption><tbody><tr dir="rtl"><td lang="ar"><p>d</p></td></tr></tbody><tfoot><tr><th scope="row"><p>e</p></th></tr></tfoot></table>',
  ],
  [
    'a table in a table',
    '<table><tbody><tr><td><table><thead><tr><td><p>a</p></td></tr></thead><tbody><tr><td><p>b</p></td></tr></tbody></table></td></tr></tbody></table>',
  ],
  [
    'a picture with its caption',
    `<figure class="align-center"><img src="/media/${id}" alt="A herd" width="640" height="400" /><figcaption>In snow</figcaption></figure>`,
  ],
  [
    'a picture that leads somewhere',
    `<figure lang="en"><a href="/newsTopMenu" title="a"><img src="/media/${id}" alt="" title="b" /></a><figcaption lang="pt-BR" class="align-right">c <em>d</em></figcaption></figure>`,
  ],
  [
    'a picture by itself, and one in a centred paragraph',
    `<img src="/media/${id}" alt="" /><p class="align-center"><img src="/media/${id}" alt="b" /></p>`,
    `<figure><img src="/media/${id}" alt="" /></figure><figure class="align-center"><img src="/media/${id}" alt="b" /></figure>`,
  ],
  [
    'pictures that share a caption',
    `<figure><figure><img src="/media/${id}" alt="a" /></figure><figure><img src="/media/${id}" alt="b" /></figure><figcaption>c</figcaption></figure>`,
  ],
  [
    'a figure of something else',
    '<figure><table><tbody><tr><td><p>a</p></td></tr></tbody></table><figcaption class="align-center"><p>b</p><p>c</p></figcaption></figure>',
  ],
  [
    'links',
    '<p><a href="/newsTopMenu">a</a> <a href="#part" title="t">b</a> <a href="mailto:office@example.com">c</a> <a href="tel:+8610123">d</a></p>',
  ],
  [
    'a link elsewhere',
    '<p><a href="https://example.com/a?b=1&amp;c=2#d" target="_blank" rel="noopener noreferrer nofollow">a</a></p>',
  ],
  [
    'a video',
    `<video src="https://example.com/herd.mp4" controls preload="none" poster="/media/${id}"></video>`,
    `<figure><video src="https://example.com/herd.mp4" controls preload="none" poster="/media/${id}"></video></figure>`,
  ],
  [
    'a video with its caption',
    '<figure><video src="https://example.com/herd.webm" controls preload="none" title="a" width="640" height="360"></video><figcaption>b</figcaption></figure>',
  ],
  [
    'another language, read the other way',
    '<p lang="ar" dir="rtl">قطيع <span lang="en" dir="ltr">herd</span> <em lang="pt">rebanho</em></p><ul dir="rtl"><li lang="ar"><p>a</p></li></ul>',
  ],
  ['a part in another language', '<div lang="ar" dir="rtl" class="align-left"><h2>a</h2><p>b</p></div>'],
  [
    'alignment',
    '<p class="align-center">a</p><h2 class="align-right">b</h2><p class="align-justify">c</p><ul><li class="align-left"><p>d</p></li></ul>',
  ],
  [
    'what folds',
    '<details><summary>a</summary><p>b</p></details><details><summary><h3>c</h3></summary><details><p>d</p></details></details>',
  ],
  ['nothing at all', ''],
]
