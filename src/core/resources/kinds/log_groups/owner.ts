/** What writes into a log group, by the names that AWS's services give to theirs: the first that fits. */
const OWNERS: readonly (readonly [RegExp, (parts: readonly string[]) => string])[] = [
  [/^\/aws\/lambda\/(.+)$/, ([name]) => `Lambda ${name}`],
  [/^API-Gateway-Execution-Logs_([^/]+)\/(.+)$/, ([api, stage]) => `API ${api}, stage ${stage}`],
  [/^\/aws\/(?:http-api|apigateway|api-gateway)\/(.+)$/, ([name]) => `API ${name}`],
  [/^\/aws\/appsync\/apis\/(.+)$/, ([name]) => `AppSync API ${name}`],
  [/^\/aws\/ecs\/containerinsights\/([^/]+)\//, ([name]) => `cluster ${name}`],
  [/^(?:\/aws)?\/ecs\/(.+)$/, ([name]) => `tasks of ${name}`],
  [/^\/aws\/rds\/(?:instance|cluster|proxy)\/([^/]+)/, ([name]) => `database ${name}`],
  [/^\/aws\/eks\/([^/]+)\//, ([name]) => `EKS cluster ${name}`],
  [/^\/aws\/codebuild\/(.+)$/, ([name]) => `CodeBuild ${name}`],
  [/^\/aws\/(?:vendedlogs\/)?states\/(.+)$/, ([name]) => `state machine ${name}`],
  [/^\/aws\/batch\//, () => "Batch"],
  [/^\/aws\/redshift\/cluster\/([^/]+)/, ([name]) => `Redshift ${name}`],
  [/^\/aws\/opensearch\/domains\/([^/]+)/, ([name]) => `OpenSearch ${name}`],
  [/^aws-waf-logs-(.+)$/, ([name]) => `WAF ${name}`],
];

/** The id of the API whose executions a log group holds; null for another group. */
export function apiOf(group: string): string | null {
  return /^API-Gateway-Execution-Logs_([^/]+)\//.exec(group)?.[1] ?? null;
}

/** What writes into a log group, in words: `Lambda web`; empty where its name does not say. `api` is the name of its API. */
export function groupOwner({ name, api }: { readonly name: string; readonly api?: string }): string {
  const id = api === undefined ? null : apiOf(name);
  const named = id === null ? name : name.replace(id, () => api!.replaceAll("/", " "));
  for (const [form, words] of OWNERS) {
    const found = form.exec(named);
    if (found) return words(found.slice(1));
  }
  return "";
}
