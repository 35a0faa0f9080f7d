import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Starts nginx in front of the product's processes, with the settings of `deploy/nginx.conf` but without TLS,
 * which would cost the callers as much as nginx. The load names each family's network in a header.
 */
export async function startProxy(
  port: number,
  products: { url: string }[],
): Promise<{ pids: () => number[]; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'maypole-bench-nginx-'))
  const deployed = readFileSync(new URL('../deploy/nginx.conf', import.meta.url), 'utf8')
  const site = deployed
    .replace(/server \{\s+listen 80;[\s\S]*?\n\}/, '')
    .replace(
      /^ {2}server 127\.0\.0\.1:3000;/m,
      products.map(({ url }) => `server ${new URL(url).host};`).join(' '),
    )
    .replace(/^ {2}listen 443 .*$/m, `listen 127.0.0.1:${port} backlog=8192;`)
    .replace(/^ {2}(listen \[::\]|ssl_).*$/gm, '')
    .replace('/var/lib/nginx/maypole', `${folder}/cache`)
    .replace('/var/log/nginx', folder)
    .replace('$remote_addr', '$http_x_forwarded_for')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `user root;
    daemon off;
    pid ${folder}/pid;
    error_log ${folder}/error.log;
    worker_processes auto;
    worker_rlimit_nofile 65536;
    events { worker_connections 16384; }
    http {
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`).join(' ')}
      ${site}
    }`,
  )
  const server = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  process.once('exit', () => server.kill())
  const ended = once(server, 'exit')
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) {
    if (server.exitCode !== null) throw new Error('nginx did not start')
    await pause(50)
  }
  return {
    pids: () =>
      execFileSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map(Number),
    stop: async () => {
      server.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
